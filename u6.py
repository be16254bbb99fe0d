for g in (0,.1,.6):
    trial('n',['G','g2'],g); trial('n',['200G','g2'],g)
trial('n',['Gg2'],0); trial('n',['200Gg2'],0); trial('n',['G','dd'],0);trial('n',['Gdd'],0); trial('n',['G','\t','g2'],0); trial('n',['Gx'],0); trial('n',['5jg2'],0)
